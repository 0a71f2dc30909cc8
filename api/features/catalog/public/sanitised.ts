import { htmlRules } from '#api/db/html/html-rules.ts'
import { isAtListedHost } from '#domain/settings/listed-hosts.ts'
import { holdsTags } from '#domain/kernel/html-bounds.ts'

const email = /^[^\s<>"'@]+@[^\s<>"'@]+$/

/**
 * A text of an account as its visitors get it. It was cleaned when it was written; here, in one pass, plain text becomes
 * paragraphs, `{email}` a link to the address of the support, or nothing where there is none, and a picture goes that the
 * rules of the page do not let be shown: only those of the account's own site stay, and those by HTTPS from a host that
 * the account lists. A tag that is not written as cleaning writes it is shown as text, so that nothing depends on
 * how a text came into the database.
 */
export function sanitised(
  text: string,
  {
    supportEmail = null,
    imageHosts,
  }: { readonly supportEmail?: string | null; readonly imageHosts: readonly string[] },
): string {
  const address = supportEmail !== null && email.test(supportEmail) ? supportEmail : ''
  const html = holdsTags(text) ? text : paragraphsOf(text)
  let isInLink = false
  return html.replaceAll(pieces, (piece, mark: string | undefined, tag = '', attributes = '') => {
    if (mark === undefined) return piece === '<' ? '&lt;' : piece.replaceAll('{email}', named(address, isInLink))
    if (!htmlRules.tags.has(tag)) return ''
    if (tag === 'a') isInLink = mark === ''
    if (mark !== '') return `</${tag}>`
    const kept = attributesOf(tag, attributes, address)
    if (tag === 'img' && !isShown(kept.get('src') ?? '', imageHosts)) return ''
    const written = [...kept].map(([name, value]) => ` ${name}="${value}"`).join('')
    return `<${tag}${written}${piece.endsWith('/>') ? ' /' : ''}>`
  })
}

// Tags as cleaning writes them, and what stands between. No part of it can begin in two ways.
const pieces = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)(?: \/)?>|[^<]+|</g
const attribute = / ([a-z]+)="([^"<>]*)"/g

function attributesOf(tag: string, written: string, address: string): ReadonlyMap<string, string> {
  const kept = new Map<string, string>()
  for (const [, name = '', raw = ''] of written.matchAll(attribute)) {
    const value = raw.replaceAll('mailto:{email}', `mailto:${escapedText(address)}`)
    const isAllowed = htmlRules.attributes[tag]?.includes(name) ?? false
    const isForAll = htmlRules.attributes['*']?.includes(name) ?? false
    if ((isAllowed || isForAll) && (name !== 'href' || isHarmless(value))) kept.set(name, value)
  }
  return kept
}

/** Whether an address is of a scheme that is allowed, or of none. */
function isHarmless(address: string): boolean {
  // Browsers leave out controls and spaces before they look for the scheme; entities are not decoded in a scheme here.
  const plain = address.replaceAll(/[\0-\x20]/g, '').toLowerCase()
  const scheme = /^[^/?#]*?(?::|&)/.exec(plain)?.[0]
  return scheme === undefined || htmlRules.schemes.some((one) => scheme === `${one}:`)
}

function isShown(source: string, imageHosts: readonly string[]): boolean {
  return /^\/(?![/\\])/.test(source) || isAtListedHost(source, imageHosts)
}

function paragraphsOf(text: string): string {
  const escaped = escapedText(text)
  const paragraphs = escaped.trim().split(/\n\s*\n/)
  return paragraphs.map((each) => `<p>${each.replaceAll('\n', '<br />')}</p>`).join('')
}

// A link cannot stand within a link.
function named(address: string, isInLink: boolean): string {
  const escaped = escapedText(address)
  return escaped === '' || isInLink ? escaped : `<a href="mailto:${escaped}">${escaped}</a>`
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
