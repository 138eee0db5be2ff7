import { AliasNode, TableNode } from 'kysely'
import type { KyselyPlugin, OperationNode, RootOperationNode } from 'kysely'

/** Tables that the platform itself writes: sessions, mailed and shown codes. */
const UNAUDITED: ReadonlySet<string> = new Set(['audit', 'sessions', 'user_codes'])

/** Kysely plugin that records the tables that a transaction changes. */
export const recordChangedTables = (record: (table: string) => void): KyselyPlugin => ({
  transformQuery({ node }) {
    for (const target of targetsOf(node)) {
      const table = AliasNode.is(target) ? target.node : target
      if (TableNode.is(table) && !UNAUDITED.has(table.table.identifier.name)) record(table.table.identifier.name)
    }
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})

function targetsOf(node: RootOperationNode): readonly OperationNode[] {
  // Everything else changes nothing.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (node.kind) {
    case 'InsertQueryNode':
      return node.into ? [node.into] : []
    case 'UpdateQueryNode':
      return node.table ? [node.table] : []
    case 'DeleteQueryNode':
      return node.from.froms
    default:
      return []
  }
}
