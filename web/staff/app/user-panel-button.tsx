import { Avatar } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '#web/lib/initials.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import classes from './floor-frame.module.css'
import { useLoaded } from './use-loaded.ts'

// Its drawer and lists of choices are a tenth of what a start of the floor would evaluate.
const loadPanel = () => import('./user-panel.tsx')

/** Opens the quick user panel (SHELL-36 to SHELL-38). */
export function UserPanelButton({ floor: onFloor = false }: { readonly floor?: boolean }) {
  const { t } = useTranslation('shell')
  const user = useSignedInUser()
  const [opened, panel] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const loaded = useLoaded(loadPanel, { isNeeded: opened, beside: true })
  const initials = initialsOf(user.firstname, user.lastname)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        data-small={onFloor ? undefined : ''}
        // The name begins with what is seen, for people who speak to their device.
        aria-label={`${initials} · ${t(($) => $.user.open, { name: `${user.firstname} ${user.lastname}` })}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-busy={opened && loaded === null}
        onClick={panel.open}
      >
        <Avatar color="brand" radius="xl" size={onFloor ? 44 : 38} alt="">
          {initials}
        </Avatar>
      </button>
      {loaded === null ? null : (
        <loaded.UserPanel
          opened={opened}
          floor={onFloor}
          onClose={() => {
            panel.close()
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
