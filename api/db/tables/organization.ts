import type { CheckInRequirement } from '#domain/item/item-status.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import type { Entity } from '#domain/organization/entity.schema.ts'
import type { Module } from '#domain/organization/module.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import type { PaymentIssuer } from '#domain/organization/payment-issuer.ts'
import type { ProposalEnd } from '#domain/quarantine/proposal.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableJson, TranslationsColumn } from './column.ts'

/** A retailer or a buyer: the unit of tenancy. */
export interface AccountTable {
  readonly id: string
  readonly name: string
  readonly company_country: Generated<string>
  readonly language: Generated<Language>
  readonly currency: Generated<Currency>
  readonly time_zone: Generated<string>
  readonly email_dpo: string | null
  readonly main_color: Generated<string>
  readonly logo: string | null
  readonly favicon: string | null
  readonly is_retailer: Generated<boolean>
  readonly is_buyer_and_workshops_supervisor: Generated<boolean>
  /** Whether it is the account in which the platform's administrators live; one at most. */
  readonly is_platform: Generated<boolean>
  readonly status: Generated<'active' | 'inactive'>
  readonly host: string | null
  readonly siret: string | null
  readonly capital: string | null
  readonly street: string | null
  readonly street_more: string | null
  readonly zip_code: string | null
  readonly city: string | null
  readonly country: string | null
  readonly web_channel_url: string | null
  readonly tag_manager_id: string | null
  /** Hosts whose images the public site shows, and those that its tags reach; in lower case. */
  readonly image_hosts: Generated<string[]>
  readonly tag_hosts: Generated<string[]>
  readonly consent_tool_id: string | null
  readonly tracking_tags: string | null
  readonly external_website_url: string | null
  readonly external_website_text: string | null
  readonly drop_off_locations_map_enabled: Generated<boolean>
  readonly cookies_policy: string | null
  readonly reviews_text: string | null
  readonly reviews_url: string | null
  readonly data_erasure_text: string | null
  readonly data_erasure_url: string | null
  readonly transit_insurance_text: string | null
  readonly transit_insurance_url: string | null
  readonly translations: TranslationsColumn
  readonly payment_issuer: Generated<PaymentIssuer>
  readonly transport_contract_holder: Generated<PaymentIssuer>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly told: GeneratedAlways<string>
}

/** A buyer account that reaches a retailer (`account_id`). */
export interface AccountLinkTable {
  readonly account_id: string
  readonly buyer_account_id: string
  readonly status: Generated<'active' | 'inactive'>
  readonly created_at: Generated<Date>
}

/** An entity of an account’s tree. */
export interface OrganizationTable {
  readonly account_id: string
  readonly id: string
  readonly parent_organization_id: string | null
  readonly type: OrganizationType
  readonly status: Generated<'active' | 'inactive'>
  readonly common_name: string
  readonly corporate_name: string | null
  readonly siret: string | null
  readonly capital: string | null
  readonly module_type: Generated<Module>
  readonly street: string | null
  readonly street_more: string | null
  readonly zip_code: string | null
  readonly city: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly geocoded_by_user: Generated<boolean>
  readonly place_email: string | null
  readonly external_id: string | null
  readonly default_warehouse_id: string | null
  readonly buyer_account_id: string | null
  readonly phone: string | null
  readonly directions_url: string | null
  readonly opening_hours: ColumnType<Entity['openingHours'], string | null | undefined, string | null>
  /** Null: as its account's. */
  readonly time_zone: string | null
  readonly path: Generated<string[]>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly told: GeneratedAlways<string>
}

/** Entities that are warehouses; what other tables point at. */
export interface OrganizationWarehouseTable {
  readonly account_id: string
  readonly organization_id: string
}

/** Entities that are stores; what other tables point at. */
export interface OrganizationStoreTable {
  readonly account_id: string
  readonly organization_id: string
}

/** Settings of an account (SET-03 to SET-06). */
export interface OrganizationRootDetailTable {
  readonly account_id: string
  readonly id: string
  readonly seller_support_email: string | null
  readonly is_warehouse_comment_mandatory: Generated<boolean>
  readonly is_warehouse_comment_shared_to_client: Generated<boolean>
  readonly enabled_premium_features: Generated<string[]>
  readonly warehouse_checkin_requirement: Generated<CheckInRequirement>
  readonly unanswered_proposal: Generated<ProposalEnd>
  /** Whether the payment of a device that is in another buyback too waits for a look. */
  readonly same_imei_held: Generated<boolean>
  /** Days that customers are given to hand a product over. */
  readonly send_within_days: Generated<number>
  readonly cart_min_value: Generated<number>
  readonly category_navigation_enabled: Generated<boolean>
  readonly customer_identity_document_required: Generated<boolean>
  readonly bar_code_enabled: Generated<boolean>
  readonly tag_price_enabled: Generated<boolean>
  readonly buyer_payment_enabled: Generated<boolean>
  readonly eula: string | null
  /** The account's own terms; null: the product's. */
  readonly transfer_order_terms: string | null
  readonly service_terms: string | null
  readonly faq_and_contact: string | null
  readonly buyback_zero_description: string | null
  readonly no_search_result_description: string | null
  readonly translations: TranslationsColumn
  /** Plan of the workshop until the first warehouse takes it. */
  readonly refurb_start: NullableJson
  readonly version: Generated<number>
}
