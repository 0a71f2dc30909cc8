import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every path of the back office, in one place; the files lie in `app/routes` and stay thin. */
export const staffRoutes = rootRoute('root.tsx', [
  index('index.tsx'),
  layout('door', 'door.tsx', [
    route('/login', 'login.tsx'),
    route('/lostPassword', 'lost-password.tsx'),
    route('/renew/$token', 'renew.tsx'),
    route('/new/password', 'new-password.tsx'),
    route('/password/confirmation', 'password-confirmation.tsx'),
    route('/open-id/logout', 'open-id-logout.tsx'),
  ]),
  layout('office', 'office.tsx', [
    route('/home', 'home.tsx'),
    route('/account/password', 'account-password.tsx'),
    route('/refurb-diagnosis-questions', 'refurb-questions.tsx'),
    route('/refurb-diagnosis-questions/create', 'refurb-question-create.tsx'),
    route('/refurb-diagnosis-questions/$id/edit', 'refurb-question-edit.tsx'),
    route('/refurb-steps', 'refurb-steps.tsx'),
    route('/refurb-step/create', 'refurb-step-create.tsx'),
    route('/refurb-step/$id/edit', 'refurb-step-edit.tsx'),
    route('/design-system', 'design-system.tsx'),
    route('/access-denied', 'access-denied.tsx'),
    route('/404', 'not-found.tsx'),
  ]),
  // One task a screen, without menu or footer.
  layout('floor', 'floor.tsx', [
    route('/design-system/floor', 'design-system-floor.tsx'),
    route('/warehouse/checkin', 'warehouse-checkin.tsx'),
    route('/warehouse/confirmation-checkin/{-$itemId}', 'warehouse-confirmation-checkin.tsx'),
    route('/warehouse/check/{-$itemId}', 'warehouse-check.tsx'),
    route('/warehouse/attention', 'warehouse-attention.tsx'),
    route('/refurb-diagnosis/start', 'refurb-diagnosis-start.tsx'),
    route('/warehouse/refurb-diagnosis/$id', 'refurb-diagnosis-open.tsx'),
    route('/refurb-diagnosis/$id/questions', 'refurb-diagnosis-questions.tsx'),
    route('/refurb-diagnosis/$id/summary', 'refurb-diagnosis-summary.tsx'),
    route('/refurb-diagnosis/$id/stock', 'refurb-diagnosis-stock.tsx'),
    route('/refurb-diagnosis/$id/finalized', 'refurb-diagnosis-finalized.tsx'),
    route('/warehouse/item-refurb-steps', 'item-refurb-steps.tsx'),
    route('/warehouse/item-refurb-steps/search', 'item-refurb-steps-search.tsx'),
    route('/warehouse/item-refurb-steps/completed', 'item-refurb-steps-completed.tsx'),
    route('/warehouse/item-refurb-steps/items/$itemId', 'item-refurb-steps-list.tsx'),
    route('/warehouse/item-refurb-steps/items/$itemId/item-refurb-steps', 'item-refurb-steps-nested.tsx'),
    route(
      '/warehouse/item-refurb-steps/items/$itemId/item-refurb-steps/$itemRefurbStepId',
      'item-refurb-step-nested.tsx',
    ),
    route('/warehouse/item-refurb-steps/$itemRefurbStepId', 'item-refurb-step.tsx'),
  ]),
  route('/not-available', 'not-available.tsx'),
  route('/$', 'unknown.tsx'),
])
