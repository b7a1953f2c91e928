/** The protocol level of this source. spec/protocol/levels holds each level as it was released. */
export const level = 1;
