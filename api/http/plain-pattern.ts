/**
 * A pattern as JSON Schema knows it. The library of the description writes an expression's flag behind it; there are no
 * flags in a schema, so that both cases are spelled out.
 */
export function plainPattern(pattern: string): string {
  const [, source, flags = ''] = /^(.*\$)\/([a-z]+)$/s.exec(pattern) ?? []
  if (source === undefined) return pattern
  return flags.includes('i') ? source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|[a-z]/gi, bothCases) : source
}

function bothCases(part: string): string {
  if (part.startsWith('\\')) return part
  if (!part.startsWith('[')) return `[${part.toLowerCase()}${part.toUpperCase()}]`
  return part.replaceAll(/\\.|[a-z]-[a-z]|[a-z]/gi, (inner) =>
    inner.startsWith('\\') ? inner : `${inner.toLowerCase()}${inner.toUpperCase()}`,
  )
}
