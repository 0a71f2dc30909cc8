import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every path of the public site; the files lie in `app/routes` and stay thin. */
export const journeyRoutes = rootRoute('root.tsx', [
  index('index.tsx'),
  route('/home', 'home.tsx'),
  route('/404', 'not-found.tsx'),
  route('/not-available', 'not-available.tsx'),
])
