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
    route('/design-system', 'design-system.tsx'),
    route('/access-denied', 'access-denied.tsx'),
    route('/404', 'not-found.tsx'),
  ]),
  // One task a screen, without menu or footer.
  layout('floor', 'floor.tsx', [
    route('/design-system/floor', 'design-system-floor.tsx'),
    route('/warehouse/checkin', 'warehouse-checkin.tsx'),
    route('/warehouse/confirmation-checkin/{-$itemId}', 'warehouse-confirmation-checkin.tsx'),
    route('/warehouse/attention', 'warehouse-attention.tsx'),
  ]),
  route('/not-available', 'not-available.tsx'),
  route('/$', 'unknown.tsx'),
])
