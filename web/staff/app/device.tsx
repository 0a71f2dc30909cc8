import { useEffect, type ReactNode } from 'react'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useUser } from '#web/lib/platform.tsx'
import { EngineProvider, useEngine, useEngineStart } from '#web/local/engine/engine-context.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { PhotoProvider } from '#web/local/photo/photo-context.tsx'
import { SignedOutNamesProvider } from '#web/local/device/signed-out-names.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerProvider } from '#web/scan/scanner-provider.tsx'
import { PrintProvider } from '../features/document/print-provider.tsx'
import { authorOf } from './author-of.ts'
import { KeepLists } from './keep-lists.tsx'

/** What this device is besides a browser: its engine, its scanner, and its signals. */
export function Device({ children }: { readonly children: ReactNode }) {
  return (
    <EngineProvider>
      <FollowUser />
      <KeepLists />
      <ScannerProvider>
        <FeedbackProvider>
          <PhotoProvider>
            <SignedOutNamesProvider>
              <PrintProvider>{children}</PrintProvider>
            </SignedOutNamesProvider>
          </PhotoProvider>
        </FeedbackProvider>
      </ScannerProvider>
    </EngineProvider>
  )
}

/** Makes the signed-in user the author of what is captured from now on. */
function FollowUser() {
  const engine = useEngine()
  const user = useUser()
  const started = useEngineStart()
  useEffect(() => {
    let current = true
    const run = async (): Promise<void> => {
      await started
      if (!current) return
      await (user === null ? engine.signOut() : follow(engine, user))
    }
    void run()
    return () => {
      current = false
    }
  }, [engine, started, user])
  return null
}

async function follow(engine: Engine, user: StoredUser): Promise<void> {
  const before = engine.author()
  const next = authorOf(user, before)
  if (JSON.stringify(before) !== JSON.stringify(next)) await engine.signIn(next)
  // The same person has signed in once more: what waited for it goes now.
  else if (engine.status().signInNeeded) await engine.sync()
}
