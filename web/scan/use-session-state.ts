import { useSyncExternalStore } from 'react'
import type { SessionState } from './scan-session.ts'

/** What a session shows now. */
export function useSessionState<State>(session: Pick<SessionState<State>, 'state' | 'subscribe'>): State {
  return useSyncExternalStore(session.subscribe, session.state)
}
