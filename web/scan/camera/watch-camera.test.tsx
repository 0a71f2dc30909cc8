import { expect, it, vi } from 'vitest'
import type { FrameDecoder } from './frame-decoder.ts'
import { watchCamera } from './watch-camera.ts'

it('frames are read where the browser never says that one has come (E3)', async () => {
  const read = vi.fn(async () => [])
  const decoder = { ready: Promise.resolve(), read, isLost: () => false } as unknown as FrameDecoder
  const told = vi.fn<() => void>()
  const video = { videoWidth: 640, readyState: 4, requestVideoFrameCallback: told } as unknown as HTMLVideoElement
  const stop = watchCamera({
    video,
    decoder,
    purpose: () => 'any',
    isPaused: () => false,
    onScan: () => undefined,
    onFailure: () => undefined,
  })
  try {
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(1), 10_000)
    expect(told).toHaveBeenCalled()
  } finally {
    stop()
  }
})
