/** The columns of the fields that a patch names, with their values. */
export function patchColumns<Field extends string>(
  columns: Readonly<Record<Field, string>>,
  patch: Readonly<Partial<Record<Field, unknown>>>,
): Record<string, unknown> {
  const named = (Object.keys(columns) as Field[]).filter((field) => patch[field] !== undefined)
  return Object.fromEntries(named.map((field) => [columns[field], patch[field]]))
}
