import { useEffect, useState } from 'react'

/** The present moment in Unix milliseconds, renewed once a minute: for what a page says of deadlines while it is open. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
