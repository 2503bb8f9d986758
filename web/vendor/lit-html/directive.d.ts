// What the page uses of lit-html 3.3.3.
export class Directive {
  constructor(part: unknown);
  update(part: any, values: any[]): unknown;
}
export function directive<T extends new (part: any) => { render(...values: any[]): unknown }>(
  c: T,
): (...values: Parameters<InstanceType<T>["render"]>) => unknown;
