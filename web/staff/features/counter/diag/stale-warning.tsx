import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteValidityDays } from '#domain/buyback/quote-validity.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import type { Predeclared } from '../catalog/sale-facts.ts'

/** The warning of PUB-16: a product that was predeclared more than fifteen days ago is priced again. */
export function StaleWarning({ predeclared }: { readonly predeclared: Predeclared }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Warning predeclared={predeclared} onClose={() => setOpen(false)} /> : null
}

function Warning({ predeclared, onClose }: { readonly predeclared: Predeclared; readonly onClose: () => void }) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const leave = (): void => void navigate({ to: '/buybacks-predeclared' })
  useDialogCommands({ onConfirm: onClose, onCancel: leave })
  const { promisedCents, createdAtMs } = predeclared
  return (
    <ConfirmModal
      data={{
        title: t(($) => $.stale.title),
        content: (
          <>
            <p>{t(($) => $.stale.text, { day: format.date(new Date(createdAtMs)), count: quoteValidityDays })}</p>
            {promisedCents === null ? null : <p>{t(($) => $.stale.before, { price: format.money(promisedCents) })}</p>}
          </>
        ),
        cancelLabel: t(($) => $.stale.back),
        confirmLabel: t(($) => $.stale.goOn),
        preventHide: true,
        cancel: leave,
        confirm: onClose,
      }}
      onClose={onClose}
    />
  )
}
