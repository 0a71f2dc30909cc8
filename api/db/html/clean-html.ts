import sanitizeHtml from 'sanitize-html'
import { holdsTags, isModestHtml } from '#domain/kernel/html-bounds.ts'
import { htmlRules } from './html-rules.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...htmlRules.tags],
  allowedAttributes: Object.fromEntries(Object.entries(htmlRules.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...htmlRules.schemes],
  // A picture of another site tells it who looks; those of the account come from its own address or by HTTPS.
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] === '_blank' ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
}

/**
 * What an account wrote, as HTML that can do nothing: tags of text, links and pictures. Plain text stays as it is. It
 * takes too long for a thread that answers requests.
 */
export function cleanHtml(text: string): string {
  if (!holdsTags(text)) return text
  // What breaks the bounds is refused before it comes here; of a text that is older than them the words are kept.
  if (!isModestHtml(text)) return text.replaceAll(/<[^<>]*>/g, ' ').replaceAll('<', ' ')
  return sanitizeHtml(text, options)
}
