/** The version that `If-Match` names; undefined where the caller names none. */
export function expectedVersion(headers: Headers): number | undefined {
  const found = /^(?:W\/)?"(\d+)"$/.exec(headers.get('if-match') ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}
