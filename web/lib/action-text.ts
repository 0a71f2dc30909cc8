import { useTranslation } from 'react-i18next'
import { customerCancelReasons } from '#domain/buyback/cancel-reason.ts'

const actionsOfOperations: Readonly<Record<string, string>> = {
  checkInItem: 'check_in',
  undoCheckIn: 'undo_check_in',
  testItem: 'compliance_test',
  moveItem: 'move',
  undoMove: 'undo_move',
  resolveCountLine: 'stock_count',
  startRefurbDiagnosis: 'refurb_diagnosis_start',
  undoRefurbDiagnosisStart: 'undo_refurb_diagnosis_start',
  finalizeRefurbDiagnosis: 'refurb_diagnosis_end',
  undoRefurbStep: 'undo_refurb_step',
  confirmRefurbSteps: 'refurb_confirm',
  putInPackage: 'put_in_package',
  takeOutOfPackage: 'take_out_of_package',
  undoPackageItem: 'undo_package',
  closePackage: 'close_package',
  handOverItem: 'hand_over',
  sellInStore: 'create',
  finalizeInStore: 'finalize',
}

/** The name that an operation's action has in the history of its item. */
export function actionOfOperation(type: string, args: Readonly<Record<string, unknown>>): string {
  if (type === 'releaseFromQuarantine') return `quarantine_${String(args['release'])}`
  if (type === 'workOnRefurbStep') return `refurb_step_${String(args['action'])}`
  return actionsOfOperations[type] ?? type
}

const actionsOfCustomers: readonly string[] = [
  'proposal_accepted',
  'proposal_declined',
  'replace',
  'customer_cancel',
  'customer_bank',
  'customer_address',
]

/** Whether the customer did it, who is no user: the answer to a new price, a new declaration, or behind a private link. */
export function isByCustomer(action: string): boolean {
  return actionsOfCustomers.includes(action)
}

/** Writes an action of a history in the language of the moment; one that this release does not know is another. */
export function useActionText(): (action: string) => string {
  const { t, i18n } = useTranslation('item')
  return (action) => {
    const found: unknown = i18n.getResource(i18n.language, 'item', `action.${action}`)
    return typeof found === 'string' ? found : t(($) => $.history.other)
  }
}

/** Writes why a customer has cancelled; null of another line. */
export function useCustomerReason(): (details: Readonly<Record<string, unknown>> | null) => string | null {
  const { t } = useTranslation('item')
  return (details) => {
    const reason = customerCancelReasons.find((one) => one === details?.['customerReason'])
    return reason === undefined ? null : t(($) => $.history.customerReason[reason])
  }
}
