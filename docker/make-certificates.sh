#!/usr/bin/env bash
# Makes and renews the certificates within the installation: make-certificates.sh FOLDER [--watch | --check]
#
# One authority of the installation's own signs for PostgreSQL, for the API and for the three logins of the database,
# each for DAYS (7), and again once half of them are over, under another key. Each folder below FOLDER is for one reader
# and holds what that one needs: `authority` is for this script alone. A certificate and its key are one file that is
# replaced whole, so that nobody reads the two of different times.
# --watch goes on and looks every hour; --check ends with 0 while all of them hold for another hour.
set -euo pipefail

folder="${1:?usage: make-certificates.sh FOLDER [--watch | --check]}"
days="${DAYS:-7}"
postgres_names="${POSTGRES_NAMES:-postgres localhost}"
api_names="${API_NAMES:-api-1 api-2 localhost}"
# Accounts of the images of PostgreSQL and Node.js.
postgres_account="${POSTGRES_ACCOUNT:-999}"
api_account="${API_ACCOUNT:-1000}"
umask 077

# Curve, lifetime and use of each key; a server's certificate is of no use as a login's.
new_key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2>/dev/null; }

make_authority() {
  [ -s "$folder/authority/ca.crt" ] && return
  local draft="$folder/authority/draft"
  new_key "$draft.key"
  openssl req -x509 -new -sha256 -key "$draft.key" -days 3650 -subj '/O=Reprise/CN=Reprise within this installation' \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign' -out "$draft.crt"
  mv "$draft.key" "$folder/authority/ca.key"
  mv "$draft.crt" "$folder/authority/ca.crt"
}

# certificate FILE ACCOUNT NAME USE [NAMES]
certificate() {
  local file="$folder/$1" account="$2" name="$3" use="$4" names="${5:-}" draft="$folder/authority/draft"
  if [ -s "$file" ] && openssl x509 -in "$file" -noout -checkend "$((days * 43200))" >/dev/null &&
    openssl verify -CAfile "$folder/authority/ca.crt" "$file" >/dev/null 2>&1; then
    return
  fi
  new_key "$draft.key"
  {
    echo 'basicConstraints=critical,CA:FALSE'
    echo 'keyUsage=critical,digitalSignature'
    echo "extendedKeyUsage=$use"
    local list=() each
    for each in $names; do list+=("DNS:$each"); done
    [ "${#list[@]}" = 0 ] || (IFS=, && echo "subjectAltName=${list[*]}")
  } >"$draft.ext"
  openssl req -new -key "$draft.key" -subj "/O=Reprise/CN=$name" |
    openssl x509 -req -sha256 -days "$days" -CA "$folder/authority/ca.crt" -CAkey "$folder/authority/ca.key" \
      -set_serial "0x$(openssl rand -hex 16)" -extfile "$draft.ext" -out "$draft.crt" 2>/dev/null
  mkdir -p "$(dirname "$file")"
  cat "$draft.crt" "$draft.key" >"$file.part"
  give "$account" "$file.part"
  mv "$file.part" "$file"
  rm -f "$draft".*
  echo "Made $1, until $(openssl x509 -in "$file" -noout -enddate | cut -d= -f2)."
}

give() { [ "$(id -u)" != 0 ] || chown "$1" "$2"; }

# share FOLDER: the authority's certificate, which is no secret.
share() {
  chmod 755 "$folder/$1"
  cmp -s "$folder/authority/ca.crt" "$folder/$1/ca.crt" && return
  cp "$folder/authority/ca.crt" "$folder/$1/ca.crt.part"
  chmod 644 "$folder/$1/ca.crt.part"
  mv "$folder/$1/ca.crt.part" "$folder/$1/ca.crt"
}

make_all() {
  mkdir -p "$folder"/{authority,postgres,api,owner,caddy}
  make_authority
  certificate postgres/server.pem "$postgres_account" postgres serverAuth "$postgres_names"
  certificate api/server.pem "$api_account" api serverAuth "$api_names"
  certificate api/reprise_app.pem "$api_account" reprise_app clientAuth
  certificate api/reprise_admin.pem "$api_account" reprise_admin clientAuth
  certificate owner/reprise_owner.pem "$api_account" reprise_owner clientAuth
  for each in postgres api owner caddy; do share "$each"; done
}

check_all() {
  for each in postgres/server api/server api/reprise_app api/reprise_admin owner/reprise_owner; do
    openssl x509 -in "$folder/$each.pem" -noout -checkend 3600 >/dev/null || return 1
  done
}

case "${2:-}" in
  '') make_all ;;
  --check) check_all ;;
  --watch)
    trap 'exit 0' TERM INT
    while true; do
      make_all
      sleep 3600 &
      wait $!
    done
    ;;
  *) echo "make-certificates.sh does not know $2." >&2 && exit 2 ;;
esac
