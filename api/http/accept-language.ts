import { languageOfBrowser, type Language } from '#domain/kernel/languages.ts'

/** The first language of an `accept-language` header that the product speaks; null for none. */
export function acceptedLanguage(header: string | null): Language | null {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const quality = /^q=([\d.]+)$/.exec(rest.join('').trim())?.[1]
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return languageOfBrowser(wanted.map(({ tag }) => tag))
}
