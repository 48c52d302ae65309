#!/usr/bin/env bash
# The extension, built from the packages that package.json names: its tests against the server, then `ggl.vsix`.
# GGL_SERVER is the command that starts the server, word by word; without it, `python -m ggl lsp`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm install --no-audit --no-fund --silent
npm test
npm run --silent package
