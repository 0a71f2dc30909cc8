import { useFormat } from '#web/lib/platform.tsx'

/** A moment in the account's time zone. */
export function DateTime({ value, dayOnly = false }: { readonly value: string; readonly dayOnly?: boolean }) {
  const format = useFormat()
  return <time dateTime={value}>{dayOnly ? format.date(value) : format.dateTime(value)}</time>
}
