import { createContext, type ReactNode } from 'react'

/** What surrounds every floor screen: the app fills it once, the screens never see it. */
export interface FloorFrame {
  /** The connection badge. */
  readonly badge: ReactNode
  /** What the app has to say above the task; empty most of the time. */
  readonly notice: ReactNode
  /** Where the operator works: warehouse or station. */
  readonly place: string
  /** Opens the user's panel. */
  readonly userButton: ReactNode
  /** The way out to the other tasks. */
  readonly homeButton: ReactNode
}

/** Hands the frame to the screens. */
export const FloorFrameContext = createContext<FloorFrame>({
  badge: null,
  notice: null,
  place: '',
  userButton: null,
  homeButton: null,
})
