// Sets AddressSanitizer's defaults for the fuzz programs; ASAN_OPTIONS overrides them. Every input makes and frees a
// few hundred blocks, so these options reduce the cost. They do not change which errors are found.
//
//   malloc_context_size     0: does not record where a block was made and freed. To see that, run the input of a
//                           finding again with ASAN_OPTIONS=malloc_context_size=30.
//   quarantine_size_mb, thread_local_quarantine_size_kb
//                           freed blocks are kept from reuse while some programs run, and then reused. The default,
//                           256 MiB, would keep all that memory out of the cache.
//   detect_leaks            is left to the caller: a subject such as libtorch never frees some of its memory.

#ifdef MODECHECK_ADDRESS_SANITIZER
extern "C" __attribute__((visibility("default"), used)) const char* __asan_default_options();

extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=4:thread_local_quarantine_size_kb=256";
}
#endif
