import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writesFlushed, pendingWrites } from '#web/lib/pending-writes.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useWaitingPhotos } from '#web/local/photo/photo-context.tsx'
import { useSignOut } from '../features/access/use-sign-out.ts'
import { Confirm } from './confirm.tsx'

/**
 * Signs out. A user with unsent work is told first that nobody else can send it; a user with scans that the device
 * could not write down yet, that they would be lost.
 */
export function SignOutButton({ floor }: { readonly floor: boolean }) {
  const { t } = useTranslation('shell')
  const engine = useEngine()
  const signOut = useSignOut()
  const waitingPhotos = useWaitingPhotos()
  const [left, setLeft] = useState({ unsent: 0, unsaved: 0, photos: 0 })
  const leave = async (): Promise<void> => {
    // What is just being scanned is written down in a moment; a storage that does not answer never does it.
    await writesFlushed(1000)
    const before = pendingWrites()
    // What is shown may be a little old; a storage that refuses may not answer.
    const status = engine.status()
    const now = status.capture.ok ? await engine.refreshStatus() : status
    const unsaved = pendingWrites()
    const photos = waitingPhotos()
    if (now.waiting + before + unsaved + photos === 0) await signOut.run()
    else setLeft({ unsent: now.waiting + Math.max(0, before - unsaved), unsaved, photos })
  }
  const { unsent, unsaved, photos } = left
  const ofPhotos = photos === 0 ? [] : [t(($) => $.user.unsent.photos, { count: photos })]
  const ofActions = unsaved > 0 ? [t(($) => $.user.unsaved.text)] : unsent > 0 ? [t(($) => $.user.unsent.text)] : []
  const question = {
    title:
      unsaved > 0
        ? t(($) => $.user.unsaved.title, { count: unsaved })
        : unsent > 0
          ? t(($) => $.user.unsent.title, { count: unsent })
          : t(($) => $.user.unsent.photosTitle),
    content: [...ofActions, ...ofPhotos].join(' '),
    cancelLabel: t(($) => $.user.unsent.stay),
    confirmLabel: t(($) => $.user.unsent.leave),
    destructive: true,
    confirm: () => void signOut.run(),
  }
  return (
    <>
      <Button
        size={floor ? 'xl' : 'lg'}
        color="brand"
        leftSection={<IconLogout size={20} aria-hidden />}
        loading={signOut.busy}
        onClick={() => void leave()}
      >
        {t(($) => $.user.logout)}
      </Button>
      <Confirm
        data={unsent + unsaved + photos > 0 ? question : null}
        floor={floor}
        onClose={() => setLeft({ unsent: 0, unsaved: 0, photos: 0 })}
      />
    </>
  )
}
