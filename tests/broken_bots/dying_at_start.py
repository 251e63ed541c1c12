import sys

sys.exit("the brain is missing")
