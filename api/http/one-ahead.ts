/**
 * The values of a source, each of which is asked for while the one before is worked on. Who leaves waits for what is
 * asked for; its failure is met where it is taken.
 */
export async function* oneAhead<Value>(source: AsyncIterable<Value>): AsyncGenerator<Value, void> {
  const values = source[Symbol.asyncIterator]()
  let next = asked(values)
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = asked(values)
      yield value
    }
  } finally {
    await Promise.allSettled([next])
    await values.return?.()
  }
}

function asked<Value>(values: AsyncIterator<Value>): Promise<IteratorResult<Value>> {
  const next = values.next()
  next.catch(() => undefined)
  return next
}
