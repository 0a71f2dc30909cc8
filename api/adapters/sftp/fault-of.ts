/** What a log is told of an error: its code and the way to it, never its words, which may quote what people wrote. */
export function faultOf(error: unknown): { readonly reason: string; readonly stack?: readonly string[] } {
  if (!(error instanceof Error)) return { reason: typeof error }
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { reason, stack: (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)) }
}
