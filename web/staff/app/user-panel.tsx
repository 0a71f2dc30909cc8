import { Avatar, Divider, Drawer, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDialpad, IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '#web/lib/initials.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { organizationLabel } from './organization-label.ts'
import { LanguageSelect } from './language-select.tsx'
import { SessionSwitch } from './session-switch.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import classes from './floor-frame.module.css'

/** Opens the quick user panel (SHELL-36 to SHELL-38). */
export function UserPanelButton({ floor: onFloor = false }: { readonly floor?: boolean }) {
  const { t } = useTranslation('shell')
  const user = useSignedInUser()
  const [opened, panel] = useDisclosure(false)
  const initials = initialsOf(user.firstname, user.lastname)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-small={onFloor ? undefined : ''}
        // The name begins with what is seen, for people who speak to their device.
        aria-label={`${initials} · ${t(($) => $.user.open, { name: `${user.firstname} ${user.lastname}` })}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={panel.open}
      >
        <Avatar color="brand" radius="xl" size={onFloor ? 44 : 38} alt="">
          {initials}
        </Avatar>
      </button>
      <Drawer
        opened={opened}
        onClose={panel.close}
        position="right"
        size={360}
        title={t(($) => $.user.title)}
        closeButtonProps={{ 'aria-label': t(($) => $.user.close), size: onFloor ? 60 : 'xl' }}
      >
        <UserPanel floor={onFloor} onClose={panel.close} />
      </Drawer>
    </>
  )
}

function UserPanel({ floor, onClose }: { readonly floor: boolean; readonly onClose: () => void }) {
  const size = floor ? 'xl' : 'lg'
  const { t } = useTranslation('shell')
  const types = useTranslation('organization')
  const user = useSignedInUser()
  return (
    <Stack gap="md">
      <Group wrap="nowrap" align="flex-start">
        <Avatar color="brand" radius="xl" size={56} alt="">
          {initialsOf(user.firstname, user.lastname)}
        </Avatar>
        <div>
          <Text fw={650}>{`${user.firstname} ${user.lastname}`}</Text>
          <Text size="sm">{types.t(($) => $.userTypes[user.userType])}</Text>
          <OrganizationName />
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Text>
        </div>
      </Group>
      <Divider />
      <SessionSwitch size={size} />
      <LanguageSelect size={size} />
      <Divider />
      <ButtonLink
        to="/account/password"
        variant="default"
        size={size}
        leftSection={<IconKey size={20} aria-hidden />}
        onClick={onClose}
      >
        {t(($) => $.user.changePassword)}
      </ButtonLink>
      {(user.offline?.days ?? 0) > 0 ? (
        <ButtonLink
          to="/account/pin"
          variant="default"
          size={size}
          leftSection={<IconDialpad size={20} aria-hidden />}
          onClick={onClose}
        >
          {t(($) => $.user.pin)}
        </ButtonLink>
      ) : null}
      <SignOutButton floor={floor} />
    </Stack>
  )
}

function OrganizationName() {
  const { t } = useTranslation('shell')
  const label = organizationLabel(useSignedInUser())
  return <Text size="sm">{'name' in label ? label.name : t(($) => $.user[label.text])}</Text>
}
