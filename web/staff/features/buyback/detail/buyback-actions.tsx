import { Button, Menu } from '@mantine/core'
import { IconBan, IconCash, IconChevronDown, IconHelpHexagon, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#domain/access/permission.ts'
import type { LossPlace } from '#domain/buyback/loss-place.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useCan } from '#web/lib/platform.tsx'
import { usePaymentRights } from '#web/lib/payment-rights.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { LostDialog } from './lost-dialog.tsx'
import { PaidDialog } from './paid-dialog.tsx'

const lossPermissions: Readonly<Record<LossPlace, Permission>> = {
  store: 'item.mark_lost_store',
  transport: 'item.mark_lost_transport',
  warehouse: 'item.mark_lost_warehouse',
}

type Asked = 'cancel' | 'paid' | 'lost'

/** What the buyback's state and the user's permissions allow; nothing where that is nothing. */
export function BuybackActions(props: { readonly buyback: BuybackAnswer; readonly onDone: (outcome: string) => void }) {
  const { buyback } = props
  const { t } = useTranslation('buyback')
  const [asked, setAsked] = useState<Asked | null>(null)
  const place = buyback.lossPlace
  const mayCancel = useCan('buyback.cancel') && buyback.canCancel
  const mayPay = usePaymentRights().markPaid(buyback.paymentStatus) && buyback.payment?.isWaiting !== true
  const mayLose = useCan(lossPermissions[place ?? 'store']) && place !== null
  const dialog = {
    buyback,
    onClose: () => setAsked(null),
    onDone: (outcome: string) => {
      setAsked(null)
      props.onDone(outcome)
    },
  }
  const mayEdit = useCan('buyback.finalize') && (buyback.canEdit ?? buyback.canCancel)
  return (
    <>
      {mayEdit && (
        <ButtonLink
          variant="default"

          to="/buyback/$id/edition"
          params={{ id: buyback.id }}
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          {t(($) => $.edition.open)}
        </ButtonLink>
      )}
      {mayPay && (
        <Button leftSection={<IconCash size={20} aria-hidden />} onClick={() => setAsked('paid')}>
          {t(($) => $.action.paid.open)}
        </Button>
      )}
      {(mayCancel || mayLose) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={18} aria-hidden />}>
              {t(($) => $.action.more)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayLose && place !== null && (
              <Menu.Item leftSection={<IconHelpHexagon size={18} aria-hidden />} onClick={() => setAsked('lost')}>
                {t(($) => $.action.lost.open[place])}
              </Menu.Item>
            )}
            {mayCancel && (
              <Menu.Item
                color="red.9"
                leftSection={<IconBan size={18} aria-hidden />}
                onClick={() => setAsked('cancel')}
              >
                {t(($) => $.action.cancel.open)}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'cancel' && <CancelDialog {...dialog} />}
      {asked === 'paid' && <PaidDialog {...dialog} />}
      {asked === 'lost' && place !== null && <LostDialog {...dialog} place={place} />}
    </>
  )
}
