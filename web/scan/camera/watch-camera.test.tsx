import { expect, it, vi } from 'vitest'
import type { FrameDecoder } from './frame-decoder.ts'
import { watchCamera } from './watch-camera.ts'

const never = { videoWidth: 640, readyState: 4 }

function watch(video: object) {
  const read = vi.fn(async () => [])
  const decoder = { ready: Promise.resolve(), read, isLost: () => false } as unknown as FrameDecoder
  const stop = watchCamera({
    video: video as HTMLVideoElement,
    decoder,
    purpose: () => 'any',
    isPaused: () => false,
    onScan: () => undefined,
    onFailure: () => undefined,
  })
  return { read, stop }
}

it('frames are read where the browser never says that one has come (E3)', async () => {
  const told = vi.fn<() => number>(() => 7)
  const cancelled = vi.fn<(handle: number) => void>()
  const { read, stop } = watch({ ...never, requestVideoFrameCallback: told, cancelVideoFrameCallback: cancelled })
  try {
    await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(1), 10_000)
    expect(told).toHaveBeenCalled()
    // What waits for a frame that did not come in time waits no more.
    expect(cancelled).toHaveBeenCalledWith(7)
    expect(told.mock.calls.length - cancelled.mock.calls.length).toBeLessThanOrEqual(1)
  } finally {
    stop()
  }
})

it('a picture that stands still is read once', async () => {
  let looks = 0
  // The camera gives two frames and stalls.
  const video = {
    ...never,
    get currentTime() {
      looks += 1
      return Math.min(looks, 2)
    },
    requestVideoFrameCallback: () => 0,
    cancelVideoFrameCallback: () => undefined,
  }
  const { read, stop } = watch(video)
  try {
    await vi.waitFor(() => expect(looks).toBeGreaterThan(4), 10_000)
    expect(read).toHaveBeenCalledTimes(2)
  } finally {
    stop()
  }
})
