"""Bots that look ahead: search, ahead and regret."""
