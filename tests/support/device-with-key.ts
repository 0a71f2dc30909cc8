import type { Engine } from '#web/local/engine/engine.ts'
import { createServer, operator, signIn } from './device-fixture.ts'
import type { prepareDevices } from './engine-floor.ts'

/** The key that a server gives a user's devices to lock decided work with. */
export const workKeyOf = (number: number, length = 32): string =>
  btoa(String.fromCharCode(...new Uint8Array(length).fill(number)))

/** A device on which operator 1 has signed in, with a key. */
export async function signInWithKey({ boot }: Pick<ReturnType<typeof prepareDevices>, 'boot'>, count = 3) {
  const server = createServer(count)
  const { device } = boot(0, server)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1), workKeyOf(1))
  return { server, device, engine }
}

/** An operator signs out. */
export async function leave(engine: Engine, number: number): Promise<void> {
  await engine.dropGrants(operator(number).userId)
  await engine.signOut()
}
