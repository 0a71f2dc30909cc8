import { useEffect, useState } from 'react'
import type { Engine } from '#web/local/engine/engine.ts'

/** Id of this device, by which its own clock is told from others'; null until it is known. */
export function useDeviceId(engine: Engine): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    let alive = true
    void engine.deviceId().then((found) => alive && setId(found))
    return () => {
      alive = false
    }
  }, [engine])
  return id
}
