import type { Root } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { startTexts } from '#web/lib/every-text.ts'
import type { KeyValues } from '#web/lib/local-storage.ts'
import { languageAtom, openSession } from '#web/lib/session.ts'
import { LoadingScreen } from './loading-screen.tsx'
import classes from './loading-screen.module.css'

/** Says that the device's storage is waited for, in place of the first screen and until that may be drawn. */
export async function drawStorageWait(root: Root, storage: KeyValues, until: Promise<unknown>): Promise<void> {
  let isOver = false
  void until.then(() => (isOver = true))
  const language = openSession(storage, navigator.languages).store.get(languageAtom)
  const texts = await startTexts(language, ['shell', 'sync'])
  if (isOver) return
  root.render(
    <I18nextProvider i18n={texts}>
      <StorageWait />
    </I18nextProvider>,
  )
}

/** It names nobody: whose session it is, the storage has yet to say. */
function StorageWait() {
  const { t } = useTranslation(['sync', 'shell'])
  return (
    <main>
      <div role="alert" className={classes.sentence}>
        <p>{t(($) => $.storage.lost)}</p>
        <button type="button" onClick={() => window.location.reload()}>
          {t(($) => $.notAvailable.retry, { ns: 'shell' })}
        </button>
      </div>
      <LoadingScreen />
    </main>
  )
}
