// How AddressSanitizer runs in the fuzz programs unless ASAN_OPTIONS says otherwise. Nothing here is about what is
// found, only about what it costs: every input makes and frees a few hundred blocks.
//
//   malloc_context_size     where a block was made and freed is not recorded. What is found is run again from its
//   input:
//                           ASAN_OPTIONS=malloc_context_size=30 then shows it.
//   quarantine_size_mb, thread_local_quarantine_size_kb
//                           freed blocks are kept from being used again for as long as some programs run, and then
//                           their memory is: 256 MiB of it would always be cold.
//   detect_leaks            is left to who runs: a subject such as libtorch never frees some of what it makes.

#ifdef MODECHECK_ADDRESS_SANITIZER
extern "C" __attribute__((visibility("default"), used)) const char* __asan_default_options();

extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=4:thread_local_quarantine_size_kb=256";
}
#endif
