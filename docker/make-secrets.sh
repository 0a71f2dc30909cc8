#!/usr/bin/env bash
# Makes what compose.yaml takes as its secrets: make-secrets.sh, in this folder, before the first start.
#
# Each is a file of `secrets/`, which is for its owner alone; one that is not used stays empty. The master key is drawn;
# what stands in .env from earlier versions is taken over, and may be removed there. A file that is there stays as it is.
#
# No master key is drawn beside a database that another one may have sealed: `--new` says that there is none to open.
set -euo pipefail
cd "$(dirname "$0")"

umask 077
mkdir -p secrets
chmod 700 secrets

# said VARIABLE: what .env says; what would be read otherwise than compose reads it is refused.
said() {
  [ -r .env ] || return 0
  local lines
  lines="$(grep -E "^[[:space:]]*(export[[:space:]]+)?$1[[:space:]]*=" .env | tail -n 1 || true)"
  case "$lines" in
    '') return 0 ;;
    "$1="*[\"\'\$\ \#]* | [!"${1:0:1}"]* | "$1 "* | 'export '*)
      echo "$1 in .env has blanks, quotes, # or \$, or is exported. Write its plain value as $1=… first." >&2
      return 1
      ;;
  esac
  printf '%s' "${lines#"$1="}"
}

# secret NAME VARIABLE [DRAWN]
secret() {
  local file="secrets/$1" kept=''
  [ -e "$file" ] && return
  kept="$(said "$2")"
  kept="${kept:-${3:-}}"
  printf '%s' "$kept" >"$file.part"
  # Containers read it as their own account; on this machine the folder keeps others out.
  chmod 644 "$file.part"
  mv "$file.part" "$file"
  if [ -n "$(said "$2")" ]; then echo "Took $2 over from .env into $file; remove it there."; else echo "Made $file."; fi
}

key="$(said MASTER_KEY)"
if [ ! -e secrets/master_key ] && [ -z "$key" ] && [ "${1:-}" != --new ] &&
  command -v docker >/dev/null && docker volume inspect reprise_database >/dev/null 2>&1; then
  echo 'There is a database already, and .env has no MASTER_KEY. Put the key that opens it into secrets/master_key, or say --new.' >&2
  exit 1
fi

# Without a secret of their own, tokens of visitors were signed by what the password of the database gave.
former="$(said APP_PASSWORD)"
former="${former:+database password:$former}"
# The API takes none of less than 32 characters.
if [ "${#former}" -lt 32 ]; then former=''; fi
secret master_key MASTER_KEY "$(openssl rand -base64 32)"
secret other_master_keys OTHER_MASTER_KEYS
secret token_secret TOKEN_SECRET "$former"
secret smtp_url SMTP_URL
secret payout_api_key PAYOUT_API_KEY
secret payout_event_secret PAYOUT_EVENT_SECRET
