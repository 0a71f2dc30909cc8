import sanitizeHtml from 'sanitize-html'
import { isAtListedHost } from '#domain/configuration/listed-hosts.ts'

const email = /^[^\s<>"'@]+@[^\s<>"'@]+$/

const textTags = `h1 h2 h3 h4 h5 h6 p br hr blockquote pre ul ol li dl dt dd a b strong i em u s small sub sup span div
  section img figure figcaption table caption thead tbody tfoot tr th td code address abbr`

const rules: sanitizeHtml.IOptions = {
  allowedTags: textTags.split(/\s+/),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    abbr: ['title'],
    '*': ['id', 'lang'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  // A picture of another site tells it who looks; those of the account come from its own address or by HTTPS.
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] === '_blank' ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
}

/**
 * What an account wrote, as HTML that can do nothing: tags of text, links and pictures. Plain text becomes paragraphs.
 * `{email}` becomes a link to the address, or nothing where there is none. A picture stays where the rules of the page
 * let it be shown: from the account's own site, or by HTTPS from a host that the account lists.
 */
export function sanitised(
  text: string,
  {
    supportEmail = null,
    imageHosts,
  }: { readonly supportEmail?: string | null; readonly imageHosts: readonly string[] },
): string {
  const address = supportEmail !== null && email.test(supportEmail) ? supportEmail : ''
  const html = /<[a-z][^>]*>/i.test(text) ? text : paragraphsOf(text)
  return sanitizeHtml(html.replaceAll('mailto:{email}', `mailto:${address}`), {
    ...rules,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isShown(attribs['src'] ?? '', imageHosts),
    textFilter: (escaped, tagName) => escaped.replaceAll('{email}', named(address, tagName)),
  })
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
function named(address: string, tagName: string): string {
  const escaped = escapedText(address)
  return escaped === '' || tagName === 'a' ? escaped : `<a href="mailto:${escaped}">${escaped}</a>`
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
