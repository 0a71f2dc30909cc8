const questionColumns = `'id', q.id, 'label', q.label, 'type', q.type,
    'answers', coalesce((select json_agg(json_build_object('id', a.id, 'label', a.label,
        'stepIds', coalesce((select json_agg(s.step_id order by s.position, s.step_id) from refurb_answer_step s
          where s.account_id = $1 and s.answer_id = a.id), '[]')) order by a.position)
      from refurb_answer a where a.account_id = $1 and a.question_id = q.id), '[]')`

/**
 * Refurb questions that account $1 asks of every product, in order, with their answers and the steps that each makes due,
 * as a JSON array.
 */
export const refurbQuestionsSql = `(select json_agg(json_build_object(${questionColumns}) order by q.position)
  from refurb_question q where q.account_id = $1 and q.product_id is null)`

/** The same of those that it asks of one product alone. */
export const productRefurbQuestionsSql = `(select json_agg(
    json_build_object('productId', q.product_id, ${questionColumns}) order by q.product_id, q.position)
  from refurb_question q where q.account_id = $1 and q.product_id is not null)`

/** Refurb steps of account $1 with their cost in each warehouse, as a JSON array. */
export const refurbStepsSql = `(select json_agg(json_build_object('id', t.id, 'name', t.name, 'managerCancels', t.manager_cancels,
    'description', t.description, 'stockId', t.stock_id,
    'costs', coalesce((select json_agg(json_build_object('warehouseId', k.warehouse_id, 'costCents', k.cost_cents))
      from refurb_step_cost k where k.account_id = $1 and k.step_id = t.id), '[]')) order by t.name, t.id)
  from refurb_step t where t.account_id = $1)`
