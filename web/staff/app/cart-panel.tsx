import { ActionIcon, Button, Drawer, Indicator, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShoppingCart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { EmptyState } from '../ui/faces.tsx'
import { cartCount, showsCart } from './cart-visibility.ts'

/** The cart's icon, badge and side panel (SHELL-30, SHELL-31). */
export function CartButton() {
  const { t } = useTranslation('shell')
  const { storage } = usePlatform()
  const user = useSignedInUser()
  const [opened, panel] = useDisclosure(false)
  const count = cartCount(storage, new Date())
  if (!showsCart(user, count)) return null
  return (
    <>
      <Indicator label={count} size={20} offset={10} color="brand" styles={{ indicator: { color: 'var(--on-brand)' } }}>
        <ActionIcon
          variant="subtle"
          size={48}
          aria-label={t(($) => $.cart.open, { count })}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={panel.toggle}
        >
          <IconShoppingCart size={24} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Drawer
        opened={opened}
        onClose={panel.close}
        position="right"
        size={400}
        title={t(($) => $.cart.title)}
        closeButtonProps={{ 'aria-label': t(($) => $.cart.close), size: 'xl' }}
      >
        <Stack>
          <EmptyState icon={IconShoppingCart} title={t(($) => $.cart.empty)} text={t(($) => $.cart.emptyText)} />
          <Button variant="default" onClick={panel.close}>
            {t(($) => $.cart.close)}
          </Button>
        </Stack>
      </Drawer>
    </>
  )
}
