import { brandingCall } from '#sync/calls/settings.ts'
import { chooseLanguageCall, readSessionCall } from '#sync/calls/access.ts'
import { setsUpAbovePageAtom } from '#web/lib/error-state.ts'
import { CallError } from '#web/lib/http.ts'
import { ownPermissions } from '#web/lib/permission.ts'
import type { Platform } from '#web/lib/platform.tsx'

/**
 * Asks the server who is signed in and what the account looks like. Without network the stored user stays; an ended
 * session is the HTTP client's business. `dismiss` signs a user out whose permissions are empty (AUTH-31); `reload` begins
 * the page again where the session has gone on to another module or account than the page is drawn for. A user whom a PIN has
 * let in has no session to ask for.
 */
export async function refreshSession(
  { session, http }: Pick<Platform, 'session' | 'http'>,
  dismiss: () => void,
  reload: () => void = () => window.location.reload(),
): Promise<void> {
  const branding = http(brandingCall).then(session.keepBranding, ignoreCallError)
  const asked = session.user()?.id
  const isSettingUp = (): boolean => session.store.get(setsUpAbovePageAtom)
  if (asked !== undefined && session.user()?.byPin !== true && !isSettingUp()) {
    await sendLanguage({ session, http })
    const user = await http(readSessionCall).catch(ignoreCallError)
    const drawn = session.user()
    if (user && drawn?.id === asked && !isSettingUp()) {
      if (drawn.module !== user.module || drawn.viewedAccountId !== user.viewedAccountId) {
        session.keepForReload(user, new Date())
        return reload()
      }
      const kept = session.keep(user, new Date())
      if (ownPermissions(kept).length === 0) dismiss()
    }
  }
  await branding
}

/** Tells the server which language the user has picked; one that it does not hear of now is told at the next start. */
export async function sendLanguage({ session, http }: Pick<Platform, 'session' | 'http'>): Promise<void> {
  const language = session.user()?.unsentLanguage
  if (language === undefined) return
  const isSent = await http(chooseLanguageCall, { body: { language } }).then(() => true, ignoreCallError)
  if (isSent) session.languageSent(language)
}

function ignoreCallError(error: unknown): undefined {
  if (error instanceof CallError) return undefined
  throw error
}
