import sys

sys.exit("Error: the brain is missing\n    at think (brain.js:7)\n\nBrain.js v1.0")
