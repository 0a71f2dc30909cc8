/** The part of an e-mail behind its at sign, in small letters. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Providers that deliver several domains to one mailbox, and whether they read marks in the local part. */
const providers: readonly { readonly domains: readonly string[]; readonly unread: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], unread: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], unread: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], unread: /$^/g },
]

/**
 * The mailbox that an address leads to, as what is counted by recipient names it: most providers deliver what follows a
 * plus sign to the same one, some have several domains, and some read no points; an international domain has several
 * spellings. It is no address to write to.
 */
export function mailboxOf(address: string): string {
  const email = address.normalize('NFKC').trim().toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = asciiDomain(email.slice(at + 1))
  const local = email.slice(0, at).replace(/(?<=.)\+.*/, '')
  const provider = providers.find(({ domains }) => domains.includes(domain))
  return provider === undefined
    ? `${local}@${domain}`
    : `${local.replaceAll(provider.unread, '')}@${provider.domains[0] ?? domain}`
}

/** A domain as name servers know it; as it is where they know none of its name. */
function asciiDomain(domain: string): string {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}
