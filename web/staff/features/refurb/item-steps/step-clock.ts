import { useEffect, useState } from 'react'
import { workedUntil, type ItemStep } from '#domain/refurb/refurb-step.ts'

/** Writes a time of work as a clock does: `4:05`, `1:02:07`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Time actually worked on a step by now, as this device can know it. */
export function workedNow(step: ItemStep, deviceId: string | null, nowMs: number): number {
  return workedUntil(step, { deviceId: deviceId ?? '', deviceMs: nowMs, atMs: nowMs })
}

/** The present moment, once a second while something runs. */
export function useNow(running: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const tick = (): void => setNowMs(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [running])
  return nowMs
}
