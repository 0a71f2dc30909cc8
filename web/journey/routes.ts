import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every path of the public site (decisions, 25); the files lie in `app/routes` and stay thin. */
export const journeyRoutes = rootRoute('root.tsx', [
  layout('site', 'public-layout.tsx', [
    index('index.tsx'),
    route('/home', 'home.tsx'),
    route('/buyback/search', 'search.tsx'),
    route('/buyback/search/products', 'search-products.tsx'),
    route('/buyback/search/categories', 'search-categories.tsx'),
    route('/buyback/search/category-list', 'search-category-list.tsx'),
    route(
      '/buyback/create/$selectedProductId/$selectedProductSlug/{-$predeclaredBuybackId}/{-$itemId}',
      'buyback-create.tsx',
    ),
    route('/cart/customer-informations', 'cart-customer-informations.tsx'),
    route('/cart/order-summary', 'cart-order-summary.tsx'),
    route('/cart/$cartId/checkout', 'cart-checkout.tsx'),
    route('/buyback/confirmation', 'buyback-confirmation.tsx'),
    route('/buyback/$buybackId/accept', 'buyback-accept.tsx'),
    route('/buyback/$buybackId/reject', 'buyback-reject.tsx'),
    route('/buyback/tracking/$token', 'buyback-tracking.tsx'),
    route('/buyback/quote/$token', 'buyback-quote.tsx'),
    route('/buyback/zero', 'buyback-zero.tsx'),
    route('/available-stores', 'available-stores.tsx'),
    route('/cookies-policy', 'cookies-policy.tsx'),
    route('/cookies-policy-document', 'cookies-policy-document.tsx'),
  ]),
  route('/create-buyback', 'create-buyback.tsx'),
  route('/eula', 'eula.tsx'),
  route('/cgu', 'cgu.tsx'),
  route('/service-terms', 'service-terms.tsx'),
  route('/cgs', 'cgs.tsx'),
  route('/faq-and-contact', 'faq-and-contact.tsx'),
  route('/faq', 'faq.tsx'),
  route('/404', 'not-found.tsx'),
  route('/not-available', 'not-available.tsx'),
  route('/$', 'anywhere-else.tsx'),
])
