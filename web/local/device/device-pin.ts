import { holdsUser } from '#web/lib/local-storage.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'
import {
  forgetPin,
  updateKnownUser,
  keepForPin,
  pinLabel,
  readPinHolders,
  setPin,
  tryPin,
  type BeginSession,
  type NamedUser,
  type NewPin,
  type PinAnswer,
  type PinHolder,
} from './offline-pin.ts'

// The PINs of this device's own database, without an engine.

export const setPinHere = (pin: NewPin): Promise<string> => withOutbox((outbox, ports) => setPin(outbox, ports, pin))

export const pinLabelHere = (userId: string): Promise<string | null> =>
  withOutbox((outbox, ports) => pinLabel(outbox, ports, userId))

export const readPinHoldersHere = (): Promise<readonly PinHolder[]> =>
  withOutbox((outbox, ports) => readPinHolders(outbox, ports))

export const tryPinHere = (userId: string, pin: string, begin: BeginSession): Promise<PinAnswer> =>
  withOutbox((outbox, ports) => tryPin(outbox, ports, userId, pin, holdsUser, begin))

export const keepForPinHere = (userId: string, values: Readonly<Record<string, string>>): Promise<void> =>
  withOutbox((outbox, ports) => keepForPin(outbox, ports, userId, values))

export const forgetPinHere = (userId: string): Promise<void> =>
  withOutbox((outbox, ports) => forgetPin(outbox, ports, userId))

export const hearOfUserHere = (user: NamedUser): Promise<void> =>
  withOutbox((outbox, ports) => updateKnownUser(outbox, ports, user))
