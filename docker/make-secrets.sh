#!/usr/bin/env bash
# Makes what compose.yaml takes as its secrets: make-secrets.sh, in this folder, before the first start.
#
# Each is a file of `secrets/`, which is for its owner alone; one that is not used stays empty. The master key is drawn;
# what stands in .env from earlier versions is taken over, and may be removed there. A file that is there stays as it is.
set -euo pipefail
cd "$(dirname "$0")"

umask 077
mkdir -p secrets
chmod 700 secrets

# secret NAME VARIABLE [DRAWN]
secret() {
  local file="secrets/$1" kept=''
  [ -e "$file" ] && return
  if [ -r .env ]; then kept="$(sed -n "s/^$2=//p" .env | tail -n 1)"; fi
  printf '%s' "${kept:-${3:-}}" >"$file.part"
  # Containers read it as their own account; on this machine the folder keeps others out.
  chmod 644 "$file.part"
  mv "$file.part" "$file"
  if [ -n "$kept" ]; then echo "Took $2 over from .env into $file; remove it there."; else echo "Made $file."; fi
}

secret master_key MASTER_KEY "$(openssl rand -base64 32)"
secret token_secret TOKEN_SECRET
secret smtp_url SMTP_URL
secret payout_api_key PAYOUT_API_KEY
secret payout_event_secret PAYOUT_EVENT_SECRET
