"""Learn Leduc poker against random play by a policy gradient, from masks and rewards alone."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour_adapters import vector_env

HIDDEN, RATE, ENTROPY = 64, 0.005, 0.02


class Network:
    """Shares of actions by one hidden layer, and behind them the reward that is expected."""

    def __init__(self, actions: int, width: int) -> None:
        self.rng = np.random.default_rng(1)
        sizes = (width, HIDDEN), (HIDDEN, actions + 1)
        self.weights = [self.rng.normal(0, size[0] ** -0.5, size) for size in sizes]
        self.means = [(np.zeros(size), np.zeros(size)) for size in sizes]

    def look(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the share of each action, and the reward expected."""
        out = (hidden := np.maximum(seen @ self.weights[0], 0)) @ self.weights[1]
        logits = np.where(masks, out[:, :-1], -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, raised / raised.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, seen: Any, masks: Any, actions: Any, won: Any, own: Any) -> None:
        """Make actions likelier that won more than expected, and all of others: a step of Adam."""
        hidden, shares, expected = self.look(seen, masks)
        more = ((won - expected) * own)[:, None]
        chosen = np.arange(shares.shape[1]) == actions[:, None]
        logs = np.log(np.maximum(shares, 1e-9))
        curious = shares * (logs - (shares * logs).sum(axis=1, keepdims=True))
        better = np.where(own[:, None], more, 1)
        up = np.hstack((better * (chosen - shares) - ENTROPY * curious, more)) / len(won)
        slopes = seen.T @ (up @ self.weights[1].T * (hidden > 0)), hidden.T @ up
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.means, strict=True):
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.01 * (slope**2 - square)
            weight[:] += RATE * mean / (np.sqrt(square) + 1e-8)


def drawn(shares: Any, rng: np.random.Generator) -> Any:
    """Draw an action of each row, by shares of any sum."""
    ends = shares.cumsum(axis=1)
    return (ends > ends[:, -1:] * rng.random((len(ends), 1))).argmax(axis=1)


def learning(
    env: Any, steps: int, other: Any = None, prize: Any = None, discount: float = 1
) -> Iterator[Any]:
    """Learn one seat of each row, and copy the other bot; yield the network and its rewards."""
    network = Network(env.single_action_space.n, env.table.features.width)
    seen, infos = env.reset(seed=1)
    rows = np.arange(env.num_envs)
    mine = rows % env.table.seats
    while True:
        kept, won, over = [], np.zeros(len(rows)), np.zeros(len(rows), np.bool_)
        for _ in range(steps):
            masks, is_mine = seen["action_mask"], infos["seat"] == mine
            actions = drawn(network.look(seen["observation"], masks)[1], network.rng)
            theirs = np.flatnonzero(~is_mine)
            actions[theirs] = other(env, theirs) if other else drawn(masks[theirs], network.rng)
            kept.append([seen["observation"], masks, actions, is_mine])
            seen, rewards, ended, _, infos = env.step(actions)
            kept[-1] += [(prize(env, ended) if prize else rewards)[rows, mine], ended]
        parts = []
        for *step, is_mine, gained, ended in kept[::-1]:  # the last first, whose end is known
            won, over = gained + discount * np.where(ended, 0, won), over | ended
            kept_rows = over & (is_mine | bool(other))
            parts.append([part[kept_rows] for part in (*step, won, is_mine)])
        network.learn(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        yield network, np.concatenate([gained[ended] for *_, gained, ended in kept])


if __name__ == "__main__":
    for update, (_, won) in enumerate(learning(vector_env("leduc", 64, width=64), 16), 1):
        print(f"{update * 64 * 16:>9,} steps: {won.mean():+.2f} chips a hand")
