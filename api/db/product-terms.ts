/**
 * SQL of a product `p` as a test sees it (`ProductRow`). A catalog keeps no earlier prices, so the present ones count
 * from the beginning. A category whose questions nobody has frozen yet names a questionnaire that does not exist,
 * because a product with questions must not be priced without them.
 */
export const productTermsSql = `json_build_object('id', p.id, 'simple', p.simple,
  'questionnaireId', case when not p.simple then coalesce(
    (select q.id from questionnaire q where q.account_id = p.account_id and q.category_id = p.main_category_id
      order by q.created_at desc, q.id desc limit 1),
    (select p.main_category_id where exists (select 1 from category_question c
      where c.account_id = p.account_id and c.category_id = p.main_category_id))) end,
  'prices', json_build_array(json_build_object('sinceMs', 0, 'prices', coalesce(
    (select json_object_agg(r.grade, r.price_cents) from product_price r
      where r.account_id = p.account_id and r.product_id = p.id), '{}'))))`
