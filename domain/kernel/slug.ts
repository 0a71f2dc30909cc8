/** The readable part of an address: lower case, without accents, words joined by hyphens; `-` where nothing is left. */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120)
  return slug === '' ? '-' : slug
}
